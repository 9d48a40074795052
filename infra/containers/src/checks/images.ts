import { inspect } from '../docker.ts';
import { must, type Report } from '../report.ts';

const BASE = 'node:24-bookworm-slim';
const MOST_MB = 100;
const MB = 1_000_000;
const names = ['gateway', 'catalog', 'billing', 'media', 'ops', 'paypal-sandbox'];

/** What holds for the images themselves: small, labelled, and not run as root. */
export async function checkImages(report: Report): Promise<void> {
  for (const name of names) {
    await report.check(`image ${name}`, async () => {
      const base = await inspect(BASE);
      const { Size, Config } = await inspect(`colour-therapy-database/${name}`);
      const more = (Size - base.Size) / MB;
      must(more <= MOST_MB, `${more.toFixed(1)} MB above ${BASE}: more than ${MOST_MB}`);
      must(Config.User === 'node', `runs as ${Config.User || 'root'}`);
      for (const label of ['title', 'version', 'revision'])
        must(`org.opencontainers.image.${label}` in (Config.Labels ?? {}), `has no label ${label}`);
      return `${(Size / MB).toFixed(0)} MB, ${more.toFixed(1)} above its base`;
    });
  }
}
