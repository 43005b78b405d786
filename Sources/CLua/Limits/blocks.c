// Lua's allocator, with its limit. Freed blocks of a state are kept by size for its next allocations: Lua
// says how large a block is when it gives it back, so they need neither headers nor a search, and answers
// of some kilobytes come and go without a look at malloc's lists of large chunks.
#include "clua_internal.h"

#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CLUA_KEEPS_NO_BLOCKS
#endif
#endif

// Blocks up to SMALL bytes are kept in steps of 16 bytes, those up to LARGE in steps of 128. Blocks
// beyond KEPT bytes in all go back to malloc.
enum { SMALL = 1024, LARGE = 4096, KEPT = 1 << 20 };
_Static_assert(CLUA_BLOCK_SIZES == SMALL / 16 + (LARGE - SMALL) / 128, "as declared in clua.h");

struct clua_block {
  clua_block *next;
};

#ifdef CLUA_KEEPS_NO_BLOCKS
static bool is_kept(size_t size) {
  (void)size;
  return false;
}
#else
static bool is_kept(size_t size) { return size - 1 < LARGE; }
#endif

static size_t place_of(size_t size) {
  return size <= SMALL ? (size - 1) / 16 : SMALL / 16 + (size - SMALL - 1) / 128;
}

static size_t size_at(size_t place) {
  return place < SMALL / 16 ? (place + 1) * 16 : SMALL + (place - SMALL / 16 + 1) * 128;
}

// A block's share of the process's memory: malloc puts a word before each and rounds up to 16 bytes.
enum { HEAD = 16 };
static size_t bytes_at(size_t place) { return size_at(place) + HEAD; }

static size_t block_bytes(size_t size) {
  if (size == 0) return 0;
  if (size <= LARGE) return bytes_at(place_of(size));
  return size > SIZE_MAX - 64 ? size : (size + sizeof(size_t) + 15) & ~(size_t)15;
}

static void *take(clua_vm *vm, size_t size) {
  if (!is_kept(size)) return malloc(size);
  size_t place = place_of(size);
  clua_block *block = vm->blocks[place];
  if (block == NULL) return malloc(size_at(place));
  vm->blocks[place] = block->next;
  vm->kept -= size_at(place);
  return block;
}

static void give_back(clua_vm *vm, void *block, size_t size) {
  if (!is_kept(size)) return free(block);
  size_t place = place_of(size);
  if (vm->kept + size_at(place) > KEPT) return free(block);
  vm->kept += size_at(place);
  clua_block *kept = block;
  kept->next = vm->blocks[place];
  vm->blocks[place] = kept;
}

// Allocates (`block` NULL) or resizes.
static void *resize(clua_vm *vm, void *block, size_t old_size, size_t new_size) {
  if (block == NULL) return take(vm, new_size);
  bool was_kept = is_kept(old_size), is_now = is_kept(new_size);
  if (!was_kept && !is_now) return realloc(block, new_size);
  if (was_kept && is_now && place_of(old_size) == place_of(new_size)) return block;
  void *moved = take(vm, new_size);
  // Lua relies on shrinking: a block that is larger than its place says does no harm.
  if (moved == NULL) return new_size < old_size ? block : NULL;
  memcpy(moved, block, old_size < new_size ? old_size : new_size);
  give_back(vm, block, old_size);
  return moved;
}

// Whether a block that the system has refused is asked for again (Lua collects and tries once more).
// A second refusal would be a longjmp: over a Swift frame that is not a way out.
//
// From here on Lua gets no more than it holds: what the reserve gives back is for the host, which still has
// to report the failure.
static void *starve(clua_vm *vm, size_t size) {
  if (vm->starved && vm->host_depth > 0) clua_end_starved(size);
  clua_release_reserve();
  size_t total = clua_ledger_total(vm->ledger);
  if (vm->limit == 0 || vm->limit > total) vm->limit = total;
  clua_free_blocks(vm);
  vm->starved = vm->denied = true;
  vm->refused = true;
  return NULL;
}

// Refuses only while no Swift frame is on the stack (host_depth 0): a refusal is a longjmp. Otherwise
// lets it through and notes it; the trampoline raises when the Swift frame has returned.
static void *allocate_counted(clua_vm *vm, void *block, size_t old_size, size_t new_size) {
  size_t old_bytes = block_bytes(old_size), new_bytes = block_bytes(new_size);
  size_t used = clua_used(vm);
  if (new_bytes > old_bytes && vm->limit != 0) {
    size_t growth = new_bytes - old_bytes, total = clua_ledger_total(vm->ledger);
    if (growth > vm->limit || total > vm->limit - growth) {
      if (vm->host_depth == 0) {
        vm->refused = true;
        return NULL;
      }
      vm->over = true;
    }
  }
  void *result = resize(vm, block, old_size, new_size);
  if (result == NULL) return starve(vm, new_size);
  vm->starved = false;
  clua_set_used(vm, used - old_bytes + new_bytes);
  return result;
}

// Most blocks are small, come from those that are kept and leave the state far below its limit; what is
// different takes the long way above.
void *clua_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  clua_vm *vm = context;
  if (new_size == 0) {
    if (block == NULL) return NULL;
    clua_set_used(vm, clua_used(vm) - block_bytes(old_size));
    give_back(vm, block, old_size);
    return NULL;
  }
  // Without a block, `old_size` is the kind of object that Lua makes.
  if (block != NULL) return allocate_counted(vm, block, old_size, new_size);
  if (!is_kept(new_size)) return allocate_counted(vm, NULL, 0, new_size);
  size_t place = place_of(new_size), bytes = bytes_at(place);
  clua_block *kept = vm->blocks[place];
  if (kept == NULL || (vm->limit != 0 && clua_ledger_total(vm->ledger) + bytes > vm->limit))
    return allocate_counted(vm, NULL, 0, new_size);
  vm->blocks[place] = kept->next;
  vm->kept -= size_at(place);
  vm->starved = false;
  clua_set_used(vm, clua_used(vm) + bytes);
  return kept;
}

void clua_free_blocks(clua_vm *vm) {
  for (int place = 0; place < CLUA_BLOCK_SIZES; place++) {
    for (clua_block *block = vm->blocks[place], *next; block != NULL; block = next) {
      next = block->next;
      free(block);
    }
    vm->blocks[place] = NULL;
  }
  vm->kept = 0;
}
