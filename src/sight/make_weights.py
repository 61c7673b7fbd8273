"""make_weights.py WEIGHTS.BIN OUT.C: the trained bytes as a C array."""
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
with open(sys.argv[2], "w") as out:
    out.write("/* Made of weights.bin by make_weights.py. */\n#include <stddef.h>\n\n")
    out.write(
        "extern const unsigned char sight_weights[];\nextern const size_t sight_weights_size;\n"
    )
    out.write(f"const size_t sight_weights_size = {len(data)};\n")
    out.write("const unsigned char sight_weights[] = {\n")
    for at in range(0, len(data), 24):
        out.write(",".join(str(byte) for byte in data[at : at + 24]) + ",\n")
    out.write("};\n")
