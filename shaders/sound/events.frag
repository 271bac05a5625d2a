// One event, in the channel of its kind; blending adds it to the others.
flat in int v_event;
out vec4 o_count;

void main() {
  vec4 count = vec4(0.0);
  count[v_event - 1] = 1.0;  // WebGL demands constant indices of outputs
  o_count = count;
}
