import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const MIN_JAVA_VERSION = 21;
const JVM_DIR = '/usr/lib/jvm';

/** The version is said on standard error. */
function majorVersion(java: string): number {
  const { stderr } = spawnSync(java, ['-XshowSettings:properties', '-version'], { encoding: 'utf8' });
  return Number(/java\.specification\.version = (\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

/** Path of a `java` of version 21 or later that has a compiler with it: from `JAVA_HOME`, then from `/usr/lib/jvm`. */
export function findJava(): string {
  const homes = [
    ...(process.env.JAVA_HOME ? [process.env.JAVA_HOME] : []),
    ...(existsSync(JVM_DIR) ? readdirSync(JVM_DIR).map((name) => join(JVM_DIR, name)) : []),
  ];
  for (const home of homes) {
    const java = join(home, 'bin', 'java');
    if (existsSync(join(home, 'bin', 'javac')) && majorVersion(java) >= MIN_JAVA_VERSION) return java;
  }
  throw new Error(
    `No JDK of version ${MIN_JAVA_VERSION} or later in JAVA_HOME or ${JVM_DIR}. ` +
      'Install one (on Debian: apt-get install openjdk-21-jdk-headless) or set JAVA_HOME.',
  );
}
