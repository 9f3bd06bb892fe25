import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const POM = fileURLToPath(new URL('pom.xml', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../.cache/elasticsearch', import.meta.url));

export const VERSION = /<elasticsearch.version>(.+)<\/elasticsearch.version>/.exec(readFileSync(POM, 'utf8'))![1]!;

const LOG_CONFIGURATION = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`;

/** Without `modulename`: with it the module layer misses its parents. */
const PLUGIN = `name=transport-netty4
description=Netty 4 based transport
version=${VERSION}
elasticsearch.version=${VERSION}
java.version=21
classname=org.elasticsearch.transport.netty4.Netty4Plugin
extended.plugins=
has.native.controller=false
`;

/**
 * A home of Elasticsearch made of the server's jars on Maven Central, downloaded once into an ignored folder.
 * Throws when Maven is missing or cannot download.
 */
export async function installElasticsearch(): Promise<string> {
  const home = join(CACHE, VERSION);
  if (existsSync(home)) return home;
  mkdirSync(CACHE, { recursive: true });
  const workDir = mkdtempSync(join(CACHE, '.unfinished-'));
  try {
    const jars = join(workDir, 'jars');
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
    await run('mvn', ['-B', '-q', '-f', POM, goal, `-DoutputDirectory=${jars}`], { timeout: 300_000 });
    const transport = join(workDir, 'modules', 'transport-netty4');
    for (const folder of ['lib', 'config', 'plugins', 'modules/transport-netty4'])
      mkdirSync(join(workDir, folder), { recursive: true });
    for (const jar of readdirSync(jars)) {
      const toModule = jar.startsWith('netty-') || jar.startsWith('transport-netty4-');
      cpSync(join(jars, jar), join(toModule ? transport : join(workDir, 'lib'), jar));
    }
    rmSync(jars, { recursive: true });
    writeFileSync(join(transport, 'plugin-descriptor.properties'), PLUGIN);
    writeFileSync(join(workDir, 'config', 'log4j2.properties'), LOG_CONFIGURATION);
    renameSync(workDir, home);
  } catch (error) {
    rmSync(workDir, { recursive: true, force: true });
    // Another process may have been faster.
    if (existsSync(home)) return home;
    throw new Error(
      `Elasticsearch ${VERSION} could not be fetched from Maven Central: ${(error as Error).message}. ` +
        'Install Maven and let it reach the network, or set ELASTICSEARCH_URL to a server of yours.',
    );
  }
  return home;
}
