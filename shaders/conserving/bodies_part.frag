// Takes the bytes of Plane::bodies out of the texels of u_cells (unit 0), which have them as b.
#include "common/bytes.glsl"

uniform sampler2D u_cells;
out uint o_body;

void main() { o_body = uint(byte_of(texelFetch(u_cells, ivec2(gl_FragCoord.xy), 0).b)); }
