// The pixels of heights seen from above. Inputs: those of height_paint.glsl; u_pixel = position of fragment 0 in
// samples; u_samples_per_pixel. Output: the finished colour.
#include "view/height_paint.glsl"

uniform vec2 u_pixel;
uniform float u_samples_per_pixel;
out vec4 o_color;

void main() { o_color = vec4(color_at(u_pixel + floor(gl_FragCoord.xy) * u_samples_per_pixel), 1.0); }
