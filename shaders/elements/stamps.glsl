// The stamps of a pass, which are drawn at its end: u_stamps (unit 3), one texel for each block of the pass: centre (x,
// and y << 16), key, radius of a disc or texel of an item, bits (kStampIsThere and others).
uniform usampler2D u_stamps;

ivec2 centre_of(uvec4 stamp) { return ivec2(stamp.r & 0xffffu, stamp.r >> 16); }
bool is_item(uvec4 stamp) { return (stamp.a & kStampIsItem) != 0u; }
ivec2 item_size(uvec4 stamp) { return ivec2(rules_at(stamp.b).rg); }

// The cells that a stamp can reach: the first, and one past the last.
ivec4 extent_of(uvec4 stamp) {
  ivec2 centre = centre_of(stamp);
  if (!is_item(stamp)) return ivec4(centre - int(stamp.b), centre + int(stamp.b) + 1);
  ivec2 size = item_size(stamp), begin = centre - size / 2;
  return ivec4(begin, begin + size);
}

// Keys as depths in the same order: there are enough floating point numbers between 0 and 1.
float depth_of(uint key) { return uintBitsToFloat(key + 0x00800000u); }

bool covers(uvec4 stamp, ivec2 p) {
  ivec4 extent = extent_of(stamp);
  if (any(lessThan(p, extent.xy)) || any(greaterThanEqual(p, extent.zw))) return false;
  if (is_item(stamp)) return true;
  int radius = int(stamp.b);
  ivec2 d = abs(p - centre_of(stamp));
  return d.y == 0 || d.y * (d.y - 1) < radius * radius - d.x * d.x;
}
