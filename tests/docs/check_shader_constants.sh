#!/usr/bin/env bash
# Values that GLSL and C++ share are declared once, in C++, and passed to shaders as ShaderConstants
# (src/gl/program.hpp).
# Reports under shaders/:
# - constants that a shader declares itself, unless it computes them from others or `own_constants` says why;
# - #defines;
# - numbers that are in C++ too and are unlikely to be equal by chance (see `telling`), unless `own_numbers` says why;
# and under src/ constants that are passed to shaders but not used by any.
set -euo pipefail
cd "$1"

declare -rA own_constants=(
  [kWeights]="a binomial filter that only view/blur.frag has"
)
declare -rA own_numbers=(
  [shaders/view/relief.frag]="C++ draws no heights in three dimensions: the colours of the cut are its own"
  [shaders/view/relief_table.frag]="likewise, of the table and the room"
)

shader_files() { find shaders -type f ! -name .keep | sort; }
# The files in which a number of the shader could be repeated.
cpp_files() { find include src/gl src/render src/automata -name '*.[ch]pp' 2>/dev/null || true; }

# numbers_of FILE...: the numbers in the code of the files, each value in one form.
numbers_of() {
  sed -E 's://.*$::; s:"[^"]*"::g' "$@" |
    grep -oE '\b(0x[0-9a-fA-F]+|[0-9]+\.?[0-9]*(e[-+]?[0-9]+)?)[uUfF]?' |
    sed -E 's/^0x0*([0-9a-fA-F]+)[uU]?$/0x\L\1/; t; s/[uUfF]$//' |
    awk '/^0x/ { print; next } { printf "%.9g\n", $0 }' | sort -u
}

# The numbers that are unlikely to be equal by chance: hexadecimal numbers, except masks of whole digits; whole numbers
# over 256, except powers of two and one less; fractions, except quarters.
telling() {
  awk '
    function is_power(n) { while (n > 1 && n % 2 == 0) n /= 2; return n == 1 }
    /^0x/ { if (length($0) > 3 && $0 !~ /^0x[f0]+$/ && $0 !~ /^0x[1248]0*$/) print; next }
    $0 == int($0) { if ($0 > 256 && !is_power($0) && !is_power($0 + 1)) print; next }
    { if ($0 * 4 != int($0 * 4) && $0 >= 0.005) print }'
}

declared_by_shaders() {
  local file line text declarator
  shader_files | xargs grep -HnE '^\s*const ' | while IFS=: read -r file line text; do
    # One declarator a line: commas inside parentheses or braces do not separate declarators.
    sed -E 's://.*$::; s/^\s*const \w+ //; s/;\s*$//' <<<"$text" |
      sed -E ':a; s/([({][^(){},]*),([^()]*[)}])/\1 \2/; ta; s/, *(k[A-Z])/\n\1/g' | while read -r declarator; do
      local name=${declarator%%[ =[]*}
      if [[ -v own_constants[$name] || ${declarator#*=} =~ k[A-Z] ]]; then continue; fi
      echo "$file:$line: $name belongs into C++ (ShaderConstant)"
    done
  done
  shader_files | xargs grep -HnE '^\s*#\s*define' |
    sed -E 's/^([^:]+:[0-9]+):.*/\1: a #define: use a ShaderConstant/' || true
}

written_twice() {
  local file files cpp shared
  files=$(shader_files | grep -vxFf <(printf '%s\n' "${!own_numbers[@]}"))
  cpp=$(cpp_files | xargs cat | numbers_of - | telling)
  shared=$(xargs cat <<<"$files" | numbers_of - | telling | { grep -xFf <(echo "$cpp") || true; })
  if [[ -z $shared ]]; then return 0; fi
  while read -r file; do
    { numbers_of "$file" | grep -xFf <(echo "$shared") || true; } |
      sed "s|.*|$file: & stands in C++ too: name it there|"
  done <<<"$files"
}

unused() {
  local passed='\{"\Kk[A-Z][A-Za-z0-9]*(?=",)|(SHADER_CONSTANTS\(|\G,)\s*\Kk[A-Z][A-Za-z0-9]*'
  { cpp_files | xargs cat | grep -zoP "$passed" || true; } | tr '\0' '\n' | sort -u |
    comm -23 - <(shader_files | xargs grep -ohE '\bk[A-Z][A-Za-z0-9]*\b' | sort -u) | sed 's/^/no shader uses /'
}

found=$(declared_by_shaders; written_twice; unused)
if [[ -z $found ]]; then exit 0; fi
printf '%s\n' "$found"
printf '%d values are declared twice or for nobody\n' "$(wc -l <<<"$found")"
exit 1
