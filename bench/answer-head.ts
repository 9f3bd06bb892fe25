export interface AnswerHead {
  readonly status: number;
  /** Where the body begins. */
  readonly body: number;
  /** Bytes of head and body together; undefined where the head does not say how long the body is. */
  readonly whole: number | undefined;
  /** Status line and fields. */
  readonly text: string;
}

const STATUS = /^HTTP\/1\.1 (\d{3}) /;
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

/** The head that an answer begins with; undefined while it is not all there. */
export function readHead(bytes: Buffer): AnswerHead | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const text = bytes.toString('latin1', 0, end + 2);
  const length = LENGTH.exec(text)?.[1];
  const body = end + 4;
  return {
    status: Number(STATUS.exec(text)?.[1]),
    body,
    whole: length === undefined ? undefined : body + Number(length),
    text,
  };
}
