// Remembers what is heard of the samples, a texel each. Inputs: those of sound/heard.glsl.
#include "sound/heard.glsl"

out ivec4 o_heard;

void main() { o_heard = ivec4(heard(ivec2(gl_FragCoord.xy)), 0, 0, 0); }
