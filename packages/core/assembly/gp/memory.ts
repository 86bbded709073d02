/**
 * One heap for the factors of every series: blocks of any size, taken first fit by address; free neighbours join, and
 * what is free at the end goes back under the top.
 */
@unmanaged
class Block {
  /** Bytes, this header included. */
  size: usize
  /** The next free block by address, 0 after the last. */
  next: usize
}

const HEADER: usize = 64
/**
 * Pages of 64 KB by which memory grows at least and at most, in between by as much as there is. Only what is used is ever
 * real, and each growth counts as all of the memory anew to the garbage collector of the host, which then walks its heap.
 */
const LEAST_GROWTH: i32 = 256
const MOST_GROWTH: i32 = 1024

let top: usize = (__heap_base + 63) & ~63
/** Memory beyond was never used and is zero. */
let touched: usize = top
let firstFree: usize = 0

function blockAt(address: usize): Block {
  return changetype<Block>(address)
}

function link(before: usize, block: usize): void {
  if (before === 0) firstFree = block
  else blockAt(before).next = block
}

/** Zeroed room for `bytes`, or 0 where memory is exhausted. */
export function alloc(bytes: f64): usize {
  if (!(bytes < <f64>0xfff00000)) return 0
  const size = ((<usize>bytes + 63) & ~63) + HEADER
  let start = takeFree(size)
  if (start === 0) start = takeTop(size)
  if (start === 0) return 0
  const end = start + blockAt(start).size
  if (start + HEADER < touched) memory.fill(start + HEADER, 0, min(end, touched) - start - HEADER)
  if (end > touched) touched = end
  return start + HEADER
}

function takeFree(size: usize): usize {
  let before: usize = 0
  for (let start = firstFree; start !== 0; start = blockAt(start).next) {
    const block = blockAt(start)
    if (block.size >= size) {
      if (block.size - size > HEADER) {
        const rest = start + size
        blockAt(rest).size = block.size - size
        blockAt(rest).next = block.next
        if (rest + HEADER > touched) touched = rest + HEADER
        block.size = size
        link(before, rest)
      } else {
        link(before, block.next)
      }
      return start
    }
    before = start
  }
  return 0
}

function takeTop(size: usize): usize {
  const end = top + size
  if (end < top || end > 0xffff0000) return 0
  const pages = <i32>((end + 65535) >>> 16) - memory.size()
  const ahead = max(pages, min(MOST_GROWTH, max(LEAST_GROWTH, memory.size())))
  if (pages > 0 && memory.grow(ahead) < 0 && memory.grow(pages) < 0) return 0
  const start = top
  top = end
  blockAt(start).size = size
  return start
}

/** Gives back what `alloc` returned. */
export function free(address: usize): void {
  if (address === 0) return
  let start = address - HEADER
  let before: usize = 0
  let older: usize = 0
  let after = firstFree
  while (after !== 0 && after < start) {
    older = before
    before = after
    after = blockAt(after).next
  }
  const block = blockAt(start)
  block.next = after
  if (after !== 0 && start + block.size === after) {
    block.size += blockAt(after).size
    block.next = blockAt(after).next
  }
  if (before !== 0 && before + blockAt(before).size === start) {
    blockAt(before).size += block.size
    blockAt(before).next = block.next
    start = before
    before = older
  }
  link(before, start)
  if (start + blockAt(start).size === top) {
    top = start
    link(before, 0)
  }
}

/** Bytes of the block that `alloc` returned. */
export function sizeOf(address: usize): usize {
  return blockAt(address - HEADER).size
}
