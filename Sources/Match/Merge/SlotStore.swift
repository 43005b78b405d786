/// Items by small numbers that are used again.
struct SlotStore<Item> {
  private var items: [Item?] = []
  private var free: [Int] = []

  mutating func insert(_ item: Item) -> Int {
    guard let slot = free.popLast() else {
      items.append(item)
      return items.count - 1
    }
    items[slot] = item
    return slot
  }

  mutating func remove(_ slot: Int) -> Item {
    let item = self[slot]
    items[slot] = nil
    free.append(slot)
    return item
  }

  subscript(slot: Int) -> Item {
    guard let item = items[slot] else { preconditionFailure("slot \(slot) is empty") }
    return item
  }
}
