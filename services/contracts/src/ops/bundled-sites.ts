import { z } from 'zod';
import { access } from '../authorisation.js';
import { defineCommand } from '../command.js';

/** Where a gateway tells {@link bundledSiteInfo}. */
export const BUNDLED_SITE_PATH = '/bundle.json';
/** Tells bundles apart: SHA-256 over names and contents of their files, in hex. */
export const bundledSiteId = z.string().regex(/^[0-9a-f]{64}$/);
/** The bundle that came with a gateway's installation; null where there is none. */
export const bundledSiteInfo = z.object({ id: bundledSiteId.nullable() });

/** The folder of files whose names carry a hash of their content. */
export const ASSET_FOLDER = '/assets/';

const MAX_ASSETS = 5_000;
const MAX_ASSET_BYTES = 50_000_000;
/** What a build tool calls its files; nothing that means something to a path or to an address. */
const assetPath = z
  .string()
  .max(200)
  .regex(/^\/assets(\/[A-Za-z0-9_@+~-][A-Za-z0-9._@+~-]*)+$/);

/**
 * Stores the assets of a gateway's own pages, so that gateways of other versions can serve them. The
 * reply lists what the storage lacks, each with a URL for one PUT; once it lists nothing, all gateways
 * are given the files with the releases. May be repeated.
 */
export const storeBundledSite = defineCommand({
  name: 'ops.bundled-sites.store',
  access: access.everyone,
  request: z.strictObject({
    id: bundledSiteId,
    files: z
      .array(
        z.strictObject({
          path: assetPath,
          sha256: z.string().regex(/^[0-9a-f]{64}$/),
          bytes: z.number().int().min(0).max(MAX_ASSET_BYTES),
        }),
      )
      .max(MAX_ASSETS),
  }),
  reply: z.object({ missing: z.array(z.object({ path: z.string(), url: z.string() })) }),
});
