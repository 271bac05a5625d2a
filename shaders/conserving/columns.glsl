// Pairs of columns. Needs u_size and u_wraps. u_turns: the rows turn.
uniform bool u_turns;

// The left column of the pair side by side to which column x belongs; -1 if it is in none. As side_pairs() in
// src/automata/conserving/conserving.hpp. `first`: the column of the first pair, 0 or 1.
int left_of_pair(int x, int first, bool turns) {
  int at = x - ((x + first) & 1), last = u_size.x - 1;
  bool even = (u_size.x & 1) == 0;
  if (u_wraps && last > 0 && (even ? first == 1 : turns)) {
    if (x == 0 || x == last) return last;
    if (!even && x == (first == 0 ? 1 : last - 1)) return -1;
  }
  return at < last ? at : -1;
}

int right_of(int x) { return x + 1 < u_size.x ? x + 1 : 0; }

// The other column of the pair of x, whose left column is `left`; x itself if it is in none.
int partner_of(int x, int left) { return left < 0 ? x : left == x ? right_of(x) : left; }
