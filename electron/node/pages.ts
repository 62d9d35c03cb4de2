/** The constructor of ES2024, which the types of our older target do not know; every supported Node has it. */
const ResizableArrayBuffer = ArrayBuffer as new (
  bytes: number,
  options: { readonly maxByteLength: number },
) => ArrayBuffer

/**
 * A buffer whose memory is taken from the system for itself and returned once it is collected: V8 does so for resizable buffers. Other
 * buffers come from the C library, which keeps freed memory that lies between blocks still in use. Meant for 64 KiB and more, since each
 * costs a call of the system.
 */
export const allocatePages = (bytes: number): Buffer<ArrayBuffer> =>
  Buffer.from(new ResizableArrayBuffer(bytes, { maxByteLength: bytes }))
