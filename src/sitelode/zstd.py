"""Python's own module for zstd, which is part of it from 3.14 on; before that, its backport."""

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import DecompressionParameter, ZstdDecompressor, ZstdError, compress, decompress, get_frame_info
else:
    from backports.zstd import DecompressionParameter, ZstdDecompressor, ZstdError, compress, decompress, get_frame_info

__all__ = ["DecompressionParameter", "ZstdDecompressor", "ZstdError", "compress", "decompress", "get_frame_info"]
