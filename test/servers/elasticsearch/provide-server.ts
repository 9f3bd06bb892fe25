import { respondsOk, waitUntil } from '../../drills/service.ts';
import { isDockerAvailable, startContainer } from '../container.ts';
import { type LocalNode, SELDOM_LOOKS_AT_DISK, startNode } from './node.ts';

/** A real Elasticsearch for a suite. */
export interface ProvidedServer {
  readonly url: string;
  /** Where it came from, as it is said in the output. */
  readonly origin: string;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 600_000;
const IMAGE = 'docker.elastic.co/elasticsearch/elasticsearch:9.4.3';

async function fromDocker(): Promise<ProvidedServer | undefined> {
  if (!(await isDockerAvailable())) return undefined;
  const { address, stop } = await startContainer(IMAGE, 9200, {
    'discovery.type': 'single-node',
    'xpack.security.enabled': 'false',
    ES_JAVA_OPTS: '-Xms1g -Xmx1g',
    ...SELDOM_LOOKS_AT_DISK,
  });
  const url = `http://${address}`;
  if (await waitUntil(() => respondsOk(`${url}/_cluster/health`), START_TIMEOUT_MS))
    return { url, origin: 'a container', stop };
  await stop();
  throw new Error(`Elasticsearch in a container did not answer within ${START_TIMEOUT_MS / 1000} s.`);
}

/** In this order: the server that `ELASTICSEARCH_URL` names, a container where Docker answers, the server's own jars under a JDK. */
export async function provideServer(): Promise<ProvidedServer> {
  const url = process.env.ELASTICSEARCH_URL;
  if (url) return { url, origin: 'ELASTICSEARCH_URL', stop: async () => undefined };
  const container = await fromDocker();
  if (container) return container;
  const node: LocalNode = await startNode({ startsQuickly: true });
  return { url: node.url, origin: 'jars from Maven Central', stop: () => node.stop() };
}
