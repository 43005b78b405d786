// Lua's allocator and its limit. A state keeps its freed blocks by size for its next allocations.
// Lua passes a block's size when it frees it, so blocks need no headers and no search.
#include "clua_internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CLUA_KEEPS_NO_BLOCKS
#endif
#endif

// Blocks up to LARGE bytes are small: up to SMALL in steps of 16 bytes, above in steps of 128. They
// are cut from chunks that belong to one state, so a state that ends leaves no holes between blocks
// of the host, and all its memory returns to the system, even if the host allocated blocks
// meanwhile.
enum { SMALL = 1024, LARGE = 4096, CHUNK = 1 << 18 };
_Static_assert(CLUA_BLOCK_SIZES == SMALL / 16 + (LARGE - SMALL) / 128, "as declared in clua.h");

struct clua_block {
  clua_block *next;
};

// The header of a chunk. A chunk is aligned to its size, so a block's address leads to the header.
struct clua_chunk {
  clua_chunk *next;
  size_t free;  // bytes of its freed blocks, while `clua_free_chunks` counts
};
enum { HEAD = 64 };
_Static_assert(sizeof(clua_chunk) <= HEAD, "blocks begin behind it, aligned as malloc's");

#ifdef CLUA_KEEPS_NO_BLOCKS
static bool is_small(size_t size) {
  (void)size;
  return false;
}
#else
static bool is_small(size_t size) { return size - 1 < LARGE; }
#endif

static size_t place_of(size_t size) {
  return size <= SMALL ? (size - 1) / 16 : SMALL / 16 + (size - SMALL - 1) / 128;
}

static size_t size_at(size_t place) {
  return place < SMALL / 16 ? (place + 1) * 16 : SMALL + (place - SMALL / 16 + 1) * 128;
}

// Bytes of the process's memory that a block takes: malloc puts a word before a large one and
// rounds up to 16 bytes.
static size_t block_bytes(size_t size) {
  if (size == 0) return 0;
  if (is_small(size)) return size_at(place_of(size));
  return size > SIZE_MAX - 64 ? size : (size + sizeof(size_t) + 15) & ~(size_t)15;
}

static clua_chunk *chunk_of(const void *block) {
  return (clua_chunk *)((uintptr_t)block & ~(uintptr_t)(CHUNK - 1));
}

static void keep(clua_vm *vm, void *block, size_t place) {
  clua_block *kept = block;
  kept->next = vm->blocks[place];
  vm->blocks[place] = kept;
  vm->kept += size_at(place);
}

// Begins a chunk; the rest of the last one is cut into blocks, so that a chunk is only header and
// blocks.
static bool add_chunk(clua_vm *vm) {
  // Twice the size contains an aligned chunk; the rest is returned at once.
  char *place = mmap(NULL, 2 * CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return false;
  size_t before = -(uintptr_t)place & (CHUNK - 1);
  if (before > 0) munmap(place, before);
  munmap(place + before + CHUNK, CHUNK - before);
  for (size_t left; (left = (size_t)(vm->cut_end - vm->cut)) > 0;) {
    size_t next = left <= SMALL ? place_of(left) : place_of(left - 127);
    keep(vm, vm->cut, next);
    vm->cut += size_at(next);
  }
  clua_chunk *chunk = (clua_chunk *)(place + before);
  chunk->next = vm->chunks;
  vm->chunks = chunk;
  vm->cut = (char *)chunk + HEAD;
  vm->cut_end = (char *)chunk + CHUNK;
  return true;
}

static void *take(clua_vm *vm, size_t size) {
  if (!is_small(size)) return malloc(size);
  size_t place = place_of(size), bytes = size_at(place);
  clua_block *block = vm->blocks[place];
  if (block != NULL) {
    vm->blocks[place] = block->next;
    vm->kept -= bytes;
    return block;
  }
  if ((size_t)(vm->cut_end - vm->cut) < bytes && !add_chunk(vm)) return NULL;
  block = (clua_block *)vm->cut;
  vm->cut += bytes;
  return block;
}

// Freed bytes from which a search for free chunks pays.
enum { KEPT = 1 << 20 };

static void give_back(clua_vm *vm, void *block, size_t size) {
  if (!is_small(size)) return free(block);
  keep(vm, block, place_of(size));
  if (vm->kept > vm->kept_most) clua_free_chunks(vm);
}

// Allocates a block (`block` is NULL) or resizes it.
static void *resize(clua_vm *vm, void *block, size_t old_size, size_t new_size) {
  if (block == NULL) return take(vm, new_size);
  bool was_small = is_small(old_size), is_now = is_small(new_size);
  if (!was_small && !is_now) return realloc(block, new_size);
  if (was_small && is_now && place_of(old_size) == place_of(new_size)) return block;
  void *moved = take(vm, new_size);
  // A small block may stay in a place larger than its size says; only its chunk stays as well.
  if (moved == NULL) return was_small && new_size < old_size ? block : NULL;
  memcpy(moved, block, old_size < new_size ? old_size : new_size);
  give_back(vm, block, old_size);
  return moved;
}

// Handles a block that the system refused; Lua then collects garbage and asks once more. A second
// refusal would be a longjmp, which must not cross a Swift frame.
//
// From here on Lua gets no additional memory: the returned reserve is for the host, which still has
// to report the failure.
static void *starve(clua_vm *vm, size_t size) {
  if (vm->starved && vm->host_depth > 0) clua_end_starved(size);
  clua_release_reserve();
  size_t total = clua_ledger_total(vm->ledger);
  if (vm->limit == 0 || vm->limit > total) vm->limit = total;
  clua_free_chunks(vm);
  vm->starved = vm->denied = true;
  vm->refused = true;
  return NULL;
}

// Whether freed blocks of other sizes exceed a quarter of the limit beyond those in use. Otherwise
// a script that allocates blocks of each size in turn and frees nearly all of them would take many
// times the limit.
static bool is_scattered(clua_vm *vm, size_t left, size_t new_size) {
  size_t most = vm->limit / 4 + KEPT + left;
  if (vm->kept <= most) return false;
  if (is_small(new_size) && vm->blocks[place_of(new_size)] != NULL) return false;
  clua_free_chunks(vm);
  return vm->kept > most;
}

// Refuses a block only while no Swift frame is on the stack (host_depth 0), because a refusal is a
// longjmp. Otherwise allocates it and notes that; the trampoline raises when the Swift frame has
// returned.
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
    } else if (vm->host_depth == 0 && is_scattered(vm, vm->limit - total - growth, new_size)) {
      vm->refused = true;
      return NULL;
    }
  }
  void *result = resize(vm, block, old_size, new_size);
  if (result == NULL) return starve(vm, new_size);
  vm->starved = false;
  clua_set_used(vm, used - old_bytes + new_bytes);
  return result;
}

// Most blocks are small, reused, and leave the state far below its limit; all others take the slow
// path above.
void *clua_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  clua_vm *vm = context;
  if (new_size == 0) {
    if (block == NULL) return NULL;
    clua_set_used(vm, clua_used(vm) - block_bytes(old_size));
    give_back(vm, block, old_size);
    return NULL;
  }
  // For a new block Lua passes the kind of object as `old_size`.
  if (block != NULL) return allocate_counted(vm, block, old_size, new_size);
  if (!is_small(new_size)) return allocate_counted(vm, NULL, 0, new_size);
  size_t place = place_of(new_size), bytes = size_at(place);
  clua_block *kept = vm->blocks[place];
  if (kept == NULL || (vm->limit != 0 && clua_ledger_total(vm->ledger) + bytes > vm->limit))
    return allocate_counted(vm, NULL, 0, new_size);
  vm->blocks[place] = kept->next;
  vm->kept -= bytes;
  vm->starved = false;
  clua_set_used(vm, clua_used(vm) + bytes);
  return kept;
}

// MARK: Returning chunks

// Counts the freed bytes of each chunk.
static void count_free(clua_vm *vm) {
  for (clua_chunk *chunk = vm->chunks; chunk != NULL; chunk = chunk->next) chunk->free = 0;
  for (size_t place = 0; place < CLUA_BLOCK_SIZES; place++) {
    for (clua_block *block = vm->blocks[place]; block != NULL; block = block->next)
      chunk_of(block)->free += size_at(place);
  }
}

// The chunk that blocks are being cut from stays.
static bool goes(const clua_vm *vm, const clua_chunk *chunk) {
  return chunk->free == CHUNK - HEAD && vm->cut_end != (const char *)chunk + CHUNK;
}

void clua_free_chunks(clua_vm *vm) {
  count_free(vm);
  for (size_t place = 0; place < CLUA_BLOCK_SIZES; place++) {
    clua_block **link = &vm->blocks[place];
    for (clua_block *block = *link; block != NULL; block = block->next) {
      if (goes(vm, chunk_of(block))) continue;
      *link = block;
      link = &block->next;
    }
    *link = NULL;
  }
  for (clua_chunk **link = &vm->chunks, *chunk; (chunk = *link) != NULL;) {
    if (goes(vm, chunk)) {
      *link = chunk->next;
      vm->kept -= CHUNK - HEAD;
      munmap(chunk, CHUNK);
    } else {
      link = &chunk->next;
    }
  }
  // The next search comes after a share of the walked blocks is freed, so that freeing stays
  // linear.
  vm->kept_most = vm->kept + (vm->kept / 4 > KEPT ? vm->kept / 4 : KEPT);
}

void clua_unmap_chunks(clua_vm *vm) {
  for (clua_chunk *chunk = vm->chunks, *next; chunk != NULL; chunk = next) {
    next = chunk->next;
    munmap(chunk, CHUNK);
  }
}
