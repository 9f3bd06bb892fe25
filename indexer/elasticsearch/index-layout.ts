export interface IndexLayout {
  /** Primary shards of each index. */
  readonly shards: number;
  /** Copies besides the primary; `auto`: one where there is a second node. */
  readonly replicas: number | 'auto';
}
