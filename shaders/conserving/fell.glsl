// For passes that move cells. u_fell (unit 2): the cells of a texel that have fallen, a bit each, as in o_fell.
uniform usampler2D u_fell;
layout(location = 0) out uvec4 o_cells;
layout(location = 1) out uint o_fell;

uint fell_at(int x, int row) { return texelFetch(u_fell, ivec2(x, row), 0).r; }
