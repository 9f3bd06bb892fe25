export interface ResponseHead {
  readonly status: number;
  /** Where the body begins. */
  readonly bodyOffset: number;
  /** Bytes of head and body together; undefined where the head does not say how long the body is. */
  readonly totalBytes: number | undefined;
  /** Status line and fields. */
  readonly text: string;
}

const STATUS = /^HTTP\/1\.1 (\d{3}) /;
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

/** The head that an answer begins with; undefined while it is not all there. */
export function readHead(bytes: Buffer): ResponseHead | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const text = bytes.toString('latin1', 0, end + 2);
  const length = LENGTH.exec(text)?.[1];
  const bodyOffset = end + 4;
  return {
    status: Number(STATUS.exec(text)?.[1]),
    bodyOffset,
    totalBytes: length === undefined ? undefined : bodyOffset + Number(length),
    text,
  };
}
