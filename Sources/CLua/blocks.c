// Freed blocks of a state, kept by size for its next allocations: Lua says how large a block is when it
// gives it back, so they need neither headers nor a search, and answers of some kilobytes come and go
// without a look at malloc's lists of large chunks.
#include "clua_internal.h"

#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CLUA_KEEPS_NO_BLOCKS
#endif
#endif

// Blocks up to SMALL bytes are kept in steps of 16 bytes, those up to LARGE in steps of 128. What would
// make more than KEPT bytes goes back to malloc.
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

// malloc puts a word before each block and rounds up to 16 bytes; 32 are the least.
size_t clua_block_bytes(size_t size) {
  if (size == 0) return 0;
  size_t asked = size <= LARGE ? size_at(place_of(size)) : size;
  if (asked > SIZE_MAX - 64) return asked;
  size_t bytes = (asked + sizeof(size_t) + 15) & ~(size_t)15;
  return bytes < 32 ? 32 : bytes;
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

void *clua_resize_block(clua_vm *vm, void *block, size_t old_size, size_t new_size) {
  if (new_size == 0) {
    if (block != NULL) give_back(vm, block, old_size);
    return NULL;
  }
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
