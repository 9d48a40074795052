import { attempt, run } from '../command.ts';
import { inspect, type Inspected } from '../docker.ts';
import { must, type Report } from '../report.ts';
import { project } from '../settings.ts';

const BASE = 'node:24-bookworm-slim';
const MOST_MB = 100;
const MB = 1_000_000;
// Not `init`: it makes secrets for several users, as root.
const names = ['gateway', 'catalog', 'billing', 'media', 'ops', 'paypal-sandbox'];

/** What holds for the images themselves: small, labelled, and not run as root. */
export async function checkImages(report: Report): Promise<void> {
  for (const name of names) {
    await report.check(`image ${name}`, async () => {
      const base = await inspectBase();
      const { Size, Config } = await inspect(`${project}/${name}`);
      const more = (Size - base.Size) / MB;
      must(more <= MOST_MB, `${more.toFixed(1)} MB above ${BASE}: more than ${MOST_MB}`);
      must(Config.User === 'node', `runs as ${Config.User || 'root'}`);
      for (const label of ['title', 'version', 'revision'])
        must(`org.opencontainers.image.${label}` in (Config.Labels ?? {}), `has no label ${label}`);
      return `${(Size / MB).toFixed(0)} MB, ${more.toFixed(1)} above its base`;
    });
  }
}

/** What builds has it where Docker does not always see it. */
async function inspectBase(): Promise<Inspected> {
  if ((await attempt('docker', ['image', 'inspect', BASE])).code !== 0)
    await run('docker', ['pull', '--quiet', BASE]);
  return inspect(BASE);
}
