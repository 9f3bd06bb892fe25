export interface IndexLayout {
  /** Primary shards of each index. */
  readonly shards: number;
  /** Replicas; `auto`: one if there is a second node. */
  readonly replicas: number | 'auto';
}
