"""Pages of PDF files as portable pixmaps. Arguments: dots per inch, a folder, files. Writes FOLDER/INDEX-PAGE.ppm, sizes in points as comments."""
import ctypes
import sys

import pypdfium2 as pdfium

dpi, folder, files = float(sys.argv[1]), sys.argv[2], sys.argv[3:]
for index, name in enumerate(files):
    document = pdfium.PdfDocument(name)
    # looks of fields are drawn by its form environment alone
    if document.get_formtype() != 0:
        document.init_forms()
    for number in range(len(document)):
        bitmap = document[number].render(scale=dpi / 72, rev_byteorder=True)
        width, height, stride, channels = bitmap.width, bitmap.height, bitmap.stride, bitmap.n_channels
        data = bytes(bitmap.buffer)
        rows = []
        for y in range(height):
            row = bytearray(data[y * stride : y * stride + width * channels])
            if channels == 4:
                del row[3::4]
            rows.append(bytes(row))
        with open(f"{folder}/{index}-{number + 1}.ppm", "wb") as out:
            points = " ".join(map(str, document[number].get_size())).encode()
            out.write(b"P6 %d %d 255 %s\n" % (width, height, points) + b"".join(rows))
