"""The capacity model of docs/fleet.md: how fast a fleet is, and what holds it up."""
import math

# The fleet's tokens come below the declared rate (docs/fleet.md, "Limits of services").
SHARE_OF_RATE = 0.96
# Of the mock's books; each of them asks for its page once, by which items are counted.
SHARE_FOUND = 0.99


class Model:
    def __init__(self, cost, rate, seconds):
        """`cost`: of an item; `rate`: requests a second of the service; `seconds`: how long an item takes a worker."""
        self.cost, self.rate, self.seconds = cost, rate, seconds

    def limit(self):
        """Items a second that the service's limit allows."""
        return self.rate * SHARE_OF_RATE / self.cost.requests

    def items_per_second(self, workers):
        """Items a second of workers with one item at once, and what holds them up."""
        return min((workers / self.seconds, "latency"), (self.limit(), "limit"))

    def workers_needed(self):
        """How many workers with one item at once reach the limit."""
        return math.ceil(self.limit() * self.seconds)

    def time_for(self, items):
        """Seconds that a fleet at the limit needs."""
        return items / self.limit()

    def stored(self, items):
        """Bytes on the server."""
        return items * self.cost.stored_bytes
