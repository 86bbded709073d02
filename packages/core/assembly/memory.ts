/** A heap that only grows: an engine lives as long as its instance. */
let heap: usize = (__heap_base + 63) & ~63

/** Zeroed room for `count` doubles, or 0 where the memory is exhausted. */
export function alloc(count: usize): usize {
  const start = heap
  const end = start + ((count * 8 + 63) & ~63)
  if (end < start || end > 0xffff0000) return 0
  const pages = <i32>((end + 65535) >>> 16) - memory.size()
  if (pages > 0 && memory.grow(pages) < 0) return 0
  heap = end
  memory.fill(start, 0, end - start)
  return start
}
