"""Teaches schemathesis the body of an upload by tus, which is bytes like any other."""

import schemathesis


@schemathesis.serializer("application/offset+octet-stream")
def send_bytes(_context, value):
    return {"data": value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")}
