export interface NameList {
  /** The number of a name. */
  id(name: string): number;
  /** By their numbers. */
  names(): string[];
}

/** Names as numbers in the order of their appearance. */
export function nameList(): NameList {
  const ids = new Map<string, number>();
  return {
    id(name) {
      let id = ids.get(name);
      if (id === undefined) ids.set(name, (id = ids.size));
      return id;
    },
    names: () => [...ids.keys()],
  };
}
