// Copies a texture. Input: u_cells (unit 0). Output: the same texel.
uniform usampler2D u_cells;
out uvec4 o_cells;

void main() { o_cells = texelFetch(u_cells, ivec2(gl_FragCoord.xy), 0); }
