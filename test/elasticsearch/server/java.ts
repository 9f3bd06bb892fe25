import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LEAST = 21;
const WHERE = '/usr/lib/jvm';

/** The version is said on standard error. */
function majorVersion(java: string): number {
  const { stderr } = spawnSync(java, ['-XshowSettings:properties', '-version'], { encoding: 'utf8' });
  return Number(/java\.specification\.version = (\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

/** Path of a `java` of version 21 or later that has a compiler with it: from `JAVA_HOME`, then from `/usr/lib/jvm`. */
export function findJava(): string {
  const homes = [
    ...(process.env.JAVA_HOME ? [process.env.JAVA_HOME] : []),
    ...(existsSync(WHERE) ? readdirSync(WHERE).map((name) => join(WHERE, name)) : []),
  ];
  for (const home of homes) {
    const java = join(home, 'bin', 'java');
    if (existsSync(join(home, 'bin', 'javac')) && majorVersion(java) >= LEAST) return java;
  }
  throw new Error(
    `No JDK of version ${LEAST} or later in JAVA_HOME or ${WHERE}. ` +
      'Install one (on Debian: apt-get install openjdk-21-jdk-headless) or set JAVA_HOME.',
  );
}
