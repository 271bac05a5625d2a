// Copies squares. Inputs: see each_cell.glsl; u_size = size of the world; u_rim = what is in the cells beyond it.
#include "common/each_cell.glsl"

uniform ivec2 u_size;
uniform int u_rim;

int changed(ivec2 p, int cell) { return p.x >= 0 && p.y >= 0 && p.x < u_size.x && p.y < u_size.y ? cell : u_rim; }

void main() { change_square(); }
