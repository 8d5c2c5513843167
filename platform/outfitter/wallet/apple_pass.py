"""
The container of an Apple Wallet pass: a zip of its JSON, its pictures, their hashes and a signature.

A zip of several such files is a bundle, which a phone adds in one go.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.hazmat.primitives.serialization.pkcs7 import PKCS7Options, PKCS7SignatureBuilder

from outfitter.wallet.keys import AppleKeys

CONTENT_TYPE: Final = "application/vnd.apple.pkpass"
BUNDLE_TYPE: Final = "application/vnd.apple.pkpasses"
# The date of every file in the zip; what a pass is from stands in the pass.
_DATE: Final = (1980, 1, 1, 0, 0, 0)


def signed_pass(content: Mapping[str, object], pictures: Mapping[str, bytes], keys: AppleKeys) -> bytes:
    """
    Return a pass of `content` (Apple's pass.json without the names in the certificate) and pictures by
    file name, one of which is `icon.png`.
    """
    whole = {"formatVersion": 1, "passTypeIdentifier": keys.pass_type, "teamIdentifier": keys.team, **content}
    files = {"pass.json": json.dumps(whole, ensure_ascii=False).encode(), **pictures}
    manifest = {name: hashlib.sha1(data, usedforsecurity=False).hexdigest() for name, data in files.items()}
    listed = json.dumps(manifest).encode()
    return _zip({**files, "manifest.json": listed, "signature": _signature(listed, keys)})


def bundle(passes: Sequence[bytes]) -> bytes:
    """Return several passes as one file."""
    return _zip({f"{place}.pkpass": data for place, data in enumerate(passes, 1)})


def _signature(manifest: bytes, keys: AppleKeys) -> bytes:
    builder = PKCS7SignatureBuilder().set_data(manifest)
    builder = builder.add_signer(keys.certificate, keys.key, hashes.SHA256())
    builder = builder.add_certificate(keys.intermediate)
    return builder.sign(Encoding.DER, [PKCS7Options.DetachedSignature, PKCS7Options.Binary])


def _zip(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()
