// Enlarges the finished picture. Inputs: u_image (unit 0), read at the nearest texel. Output: its colour. Kept to this
// one line because software drivers have a fast path for it.
uniform sampler2D u_image;
in vec2 v_texel;
out vec4 o_color;

void main() { o_color = texture(u_image, v_texel); }
