// Points that count what leaves a world over its rim, one for every cell of the rim. Constants from C++: kElementsMax.

// The cell of point `i`: top row, bottom row, then the cells between them on the left and on the right.
ivec2 rim_cell(int i, ivec2 size) {
  if (i < size.x) return ivec2(i, 0);
  i -= size.x;
  if (i < size.x) return ivec2(i, size.y - 1);
  i -= size.x;
  return i < size.y - 2 ? ivec2(0, i + 1) : ivec2(size.x - 1, i - (size.y - 2) + 1);
}

// The texel of the element's count, or beyond the clip volume, where nothing is drawn.
vec4 count_position(int element, bool leaves) {
  float x = (float(element) + 0.5) / float(kElementsMax) * 2.0 - 1.0;
  return leaves ? vec4(x, 0.0, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
