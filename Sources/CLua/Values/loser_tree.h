// A loser tree (Knuth, The Art of Computer Programming, vol. 3, 5.4.1): place 0 has the winner, the
// others the losers of their matches. `wins` is a constant of each caller, so that it is inlined.
#ifndef LOSER_TREE_H
#define LOSER_TREE_H

typedef bool loser_tree_wins(void *context, int left, int right);

// Lets the winner of one source's place go up to the root.
static inline __attribute__((always_inline)) void loser_tree_replay(
    int count, int *tree, int source, loser_tree_wins *wins, void *context) {
  int winner = source;
  for (int place = (source + count) / 2; place > 0; place /= 2) {
    int other = tree[place];
    if (wins(context, other, winner)) {
      tree[place] = winner;
      winner = other;
    }
  }
  tree[0] = winner;
}

static inline __attribute__((always_inline)) void loser_tree_build(
    int count, int *tree, loser_tree_wins *wins, void *context) {
  for (int source = 0; source < count; source++) tree[source] = -1;
  for (int source = count - 1; source >= 0; source--) {
    int winner = source, place = (source + count) / 2;
    for (; place > 0; place /= 2) {
      int other = tree[place];
      // The first to come waits for the winner of the other half.
      if (other < 0) {
        tree[place] = winner;
        break;
      }
      if (wins(context, other, winner)) {
        tree[place] = winner;
        winner = other;
      }
    }
    if (place == 0) tree[0] = winner;
  }
}

#endif
