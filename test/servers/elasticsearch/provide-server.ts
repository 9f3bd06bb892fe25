import { type LocalNode, startNode } from './node.ts';

/** A real Elasticsearch for a suite. */
export interface ProvidedServer {
  readonly url: string;
  /** Where it came from, as it is said in the output. */
  readonly origin: string;
  stop(): Promise<void>;
}

const IMAGE = 'docker.elastic.co/elasticsearch/elasticsearch:9.4.3';

async function fromDocker(): Promise<ProvidedServer | undefined> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return undefined;
  }
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({
      'discovery.type': 'single-node',
      'xpack.security.enabled': 'false',
      ES_JAVA_OPTS: '-Xms1g -Xmx1g',
    })
    .withExposedPorts(9200)
    .withWaitStrategy(Wait.forHttp('/_cluster/health', 9200))
    .withStartupTimeout(180_000)
    .start();
  return {
    url: `http://${container.getHost()}:${container.getMappedPort(9200)}`,
    origin: 'a container',
    stop: async () => {
      await container.stop();
    },
  };
}

/** In this order: the server that `ELASTICSEARCH_URL` names, a container where Docker answers, the server's own jars under a JDK. */
export async function provideServer(): Promise<ProvidedServer> {
  const url = process.env.ELASTICSEARCH_URL;
  if (url) return { url, origin: 'ELASTICSEARCH_URL', stop: async () => undefined };
  const container = await fromDocker();
  if (container) return container;
  const node: LocalNode = await startNode();
  return { url: node.url, origin: 'jars from Maven Central', stop: () => node.stop() };
}
