import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Servers in containers, by the command of Docker: a library for it would be a sixth of all packages. */

const run = promisify(execFile);
const docker = async (...args: readonly string[]) => (await run('docker', args)).stdout.trim();

export interface Container {
  /** Where the port of the container is reached, such as `127.0.0.1:49153`. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Whether Docker is installed and answers. */
export async function isDockerAvailable(): Promise<boolean> {
  return await docker('version', '--format', '{{.Server.Version}}').then(
    () => true,
    () => false,
  );
}

export async function startContainer(
  image: string,
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Container> {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const id = await docker('run', '--detach', '--rm', '--publish', `127.0.0.1::${port}`, ...variables, image);
  const stop = async () => void (await docker('rm', '--force', '--volumes', id));
  try {
    const [address] = (await docker('port', id, `${port}/tcp`)).split('\n');
    return { address: address!, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
