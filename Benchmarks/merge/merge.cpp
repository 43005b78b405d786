// Merges K sorted sources of records with three tie-breakers by a loser tree, and by a priority
// queue. Prints both as items a second of CPU time, and a checksum of the order.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <queue>
#include <vector>

struct Item {
  double rating, popularity, type, id;
};

// rating and popularity fall, type and id rise.
static inline bool before(const Item &a, const Item &b) {
  if (a.rating != b.rating) return a.rating > b.rating;
  if (a.popularity != b.popularity) return a.popularity > b.popularity;
  if (a.type != b.type) return a.type < b.type;
  return a.id < b.id;
}

using Sources = std::vector<std::vector<Item>>;

struct LoserTree {
  const Sources &sources;
  std::vector<size_t> heads;
  std::vector<int> tree;
  int count;

  explicit LoserTree(const Sources &s) : sources(s), heads(s.size(), 0), tree(s.size(), -1) {
    count = static_cast<int>(s.size());
    for (int i = count - 1; i >= 0; i--) {
      int winner = i, node = (i + count) / 2;
      for (; node > 0; node /= 2) {
        if (tree[node] < 0) {
          tree[node] = winner;
          break;
        }
        if (wins(tree[node], winner)) std::swap(tree[node], winner);
      }
      if (node == 0) tree[0] = winner;
    }
  }

  bool wins(int a, int b) const {
    bool hasA = heads[a] < sources[a].size(), hasB = heads[b] < sources[b].size();
    if (!hasA || !hasB) return hasA;
    const Item &x = sources[a][heads[a]], &y = sources[b][heads[b]];
    if (before(x, y)) return true;
    if (before(y, x)) return false;
    return a < b;
  }

  const Item *next() {
    int source = tree[0];
    if (heads[source] >= sources[source].size()) return nullptr;
    const Item *item = &sources[source][heads[source]++];
    int winner = source;
    for (int node = (source + count) / 2; node > 0; node /= 2)
      if (wins(tree[node], winner)) std::swap(tree[node], winner);
    tree[0] = winner;
    return item;
  }
};

static uint64_t checksum(uint64_t sum, double id) {
  return (sum ^ static_cast<uint64_t>(id)) * 0x100000001B3ull;
}

template <typename Body> static double rate(size_t items, uint64_t *sum, Body body) {
  std::clock_t start = std::clock();
  *sum = body();
  double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return static_cast<double>(items) / seconds;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  std::FILE *file = std::fopen(argv[1], "rb");
  if (!file) return 1;
  int64_t sourceCount = 0;
  if (std::fread(&sourceCount, 8, 1, file) != 1) return 1;
  Sources sources(static_cast<size_t>(sourceCount));
  size_t items = 0;
  for (auto &source : sources) {
    int64_t count = 0;
    if (std::fread(&count, 8, 1, file) != 1) return 1;
    source.resize(static_cast<size_t>(count));
    if (std::fread(source.data(), sizeof(Item), source.size(), file) != source.size()) return 1;
    items += source.size();
  }
  std::fclose(file);

  uint64_t treeSum = 0, queueSum = 0;
  double tree = rate(items, &treeSum, [&] {
    LoserTree merge(sources);
    uint64_t sum = 0;
    while (const Item *item = merge.next()) sum = checksum(sum, item->id);
    return sum;
  });
  double queue = rate(items, &queueSum, [&] {
    std::vector<size_t> heads(sources.size(), 0);
    auto after = [&](int a, int b) {
      const Item &x = sources[a][heads[a]], &y = sources[b][heads[b]];
      if (before(y, x)) return true;
      if (before(x, y)) return false;
      return b < a;
    };
    std::priority_queue<int, std::vector<int>, decltype(after)> heap(after);
    for (size_t i = 0; i < sources.size(); i++)
      if (!sources[i].empty()) heap.push(static_cast<int>(i));
    uint64_t sum = 0;
    while (!heap.empty()) {
      int source = heap.top();
      heap.pop();
      sum = checksum(sum, sources[source][heads[source]].id);
      if (++heads[source] < sources[source].size()) heap.push(source);
    }
    return sum;
  });
  std::printf("{\"tree\": %.0f, \"queue\": %.0f, \"sum\": \"%016llx\", \"same\": %s}\n", tree, queue,
              static_cast<unsigned long long>(treeSum), treeSum == queueSum ? "true" : "false");
  return 0;
}
