// Known.
