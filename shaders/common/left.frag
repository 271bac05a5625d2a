// One cell that left; blending adds it to the others.
out vec4 o_count;

void main() { o_count = vec4(1.0); }
