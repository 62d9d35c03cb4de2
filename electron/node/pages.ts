/** The constructor of ES2024, which the types of our older target do not know; every supported Node has it. */
const ResizableArrayBuffer = ArrayBuffer as new (
  bytes: number,
  options: { readonly maxByteLength: number },
) => ArrayBuffer

/** Up to here a buffer is not worth a call of the system. */
const MAX_SHARED_BYTES = 64 * 1024

/**
 * A buffer for output, with arbitrary content. Above 64 KiB its memory is taken from the system for itself and returned once it is
 * collected: V8 does so for resizable buffers. Other buffers come from the C library, which keeps freed memory that lies between blocks
 * still in use.
 */
export const allocateBytes = (bytes: number): Buffer<ArrayBuffer> =>
  bytes > MAX_SHARED_BYTES
    ? Buffer.from(new ResizableArrayBuffer(bytes, { maxByteLength: bytes }))
    : Buffer.allocUnsafeSlow(bytes)
