internal import Reactor

// Runs attempts at items and handles their outcomes.
extension JobRunner {
  func work() async {
    while let item = await nextItem() {
      if item.lost > 0 {
        let store = store
        // If this fails, the next exchange fails too and reports it.
        try? await offloaded { try store.markStarted(item) }
      }
      let mark = unreachable.mark
      do {
        let attempt = try await handler.attempt(item)
        inFlight -= 1
        finish(item, attempt, mark)
      } catch {
        inFlight -= 1
        settle(item, .released)
        end(error)
      }
    }
  }

  /// Takes an exchange's items. An item already in hand was taken back by another process
  /// meanwhile; the new attempt replaces it.
  func take(asked: Int) {
    for item in answer.items { attempts[item.id] = item.attempt }
    let again = Set(answer.items.map(\.id))
    buffer.removeAll { again.contains($0.id) }
    settled.removeAll { again.contains($0.item.id) }
    buffer += answer.items
    // This exchange asked for no items, but some are ready by now.
    if asked == 0, let due = answer.nextDue, due <= time.wall { nextClaim = .zero }
    if answer.items.count < asked {
      // No more items for now: wait until some may be ready.
      var pause = 1.0
      if let due = answer.nextDue { pause = min(pause, max(due - time.wall, 0.001)) }
      nextClaim = time.monotonic + .seconds(clamping: pause)
    }
  }

  private func nextItem() async -> LeasedItem? {
    while !isOver {
      if let place = nextStart {
        started += 1
        let item = buffer.remove(at: place)
        holds.start(item.job)
        inFlight += 1
        if buffer.isEmpty { ring() }
        return item
      }
      await withCheckedContinuation { continuation in
        // Check again: other jobs of the reactor may have run before this closure.
        if isOver || nextStart != nil {
          continuation.resume()
        } else {
          workers.append(continuation)
        }
      }
    }
    return nil
  }

  func releaseWorkers() {
    let waiting = workers
    workers = []
    for worker in waiting { worker.resume() }
  }

  private func finish(_ item: LeasedItem, _ attempt: Attempt, _ mark: Int) {
    if attempt.provesNetwork {
      for suspect in unreachable.prove() { settle(suspect.item, .failed(suspect.reason)) }
    }
    switch attempt.outcome {
    case .done(let state, let update): settle(item, .done(state), update)
    case .workMissing: settle(item, .removed)
    case .cancelled: settle(item, .released)
    case .failed(.unreachable(let reason)):
      if unreachable.add(item, reason, since: mark) { settle(item, .failed(reason)) }
      if unreachable.isOutage { pause() }
    case .failed(let failure):
      settle(
        item,
        options.retries.verdict(
          item, failure, unreachable: .released, random: options.random()))
    }
    learn(item, attempt)
    if settled.count >= JobBatch.size || hasSuspects || buffer.isEmpty || stop != nil { ring() }
  }

  func settle(_ item: LeasedItem, _ verdict: ItemVerdict, _ update: WorkUpdate? = nil) {
    guard attempts[item.id] == item.attempt else { return }
    attempts[item.id] = nil
    settled.append(SettledItem(item: item, verdict: verdict, update: update))
  }

  /// Pauses the run because nothing can be reached; items that have not failed stay queued.
  func pause() {
    let suspects = unreachable.take()
    for suspect in suspects { settle(suspect.item, .released) }
    if stop == nil {
      stop = .paused
      summary.reason = suspects.first?.reason
    }
  }
}
