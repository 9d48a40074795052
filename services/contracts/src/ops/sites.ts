import { z } from 'zod';
import { access } from '../authorisation.js';
import { defineQuery } from '../command.js';
import { objectId, timestamp } from '../records.js';

/** The folder of files whose names carry a hash of their content. */
export const ASSET_FOLDER = '/assets/';
/** Lists the files of a built site. Its SHA-256, in hex, is the id of the site. */
export const SITE_MANIFEST = '/site-manifest.json';
/** Tells which deployment a gateway shows, and under which name it was asked. */
export const RELEASE_FILE = '/release.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const siteFile = z.object({
  /** Begins with a slash. */
  path: z.string(),
  sha256,
  bytes: z.number().int().min(0),
});

const MAX_FILES = 5_000;
/** What a build tool calls its files; nothing that means something to a path or to an address. */
const fileName = z
  .string()
  .max(200)
  .regex(/^(\/[A-Za-z0-9_@+~-][A-Za-z0-9._@+~-]*)+$/);

/** The content of {@link SITE_MANIFEST}: all files but itself. */
export const siteManifest = z.object({
  files: z
    .array(siteFile.extend({ path: fileName }))
    .min(1)
    .max(MAX_FILES),
});

/** What a deployment shows to visitors. */
export const deployedSite = z.object({
  projectName: z.string(),
  /** In punycode; absent where none was given. */
  domain: z.string().optional(),
  deployedAt: timestamp,
});
/** See {@link deployedSite}. */
export type DeployedSite = z.infer<typeof deployedSite>;

/** The content of {@link RELEASE_FILE}. */
export const servedRelease = deployedSite.extend({
  releaseId: objectId,
  /** The name under which the request arrived. */
  host: z.string(),
});

/**
 * What the active deployment shows, and the assets of other versions, for the gateways. The message has the name
 * that it has in the version before, whose gateways serve their own pages by this reply.
 */
export const getActiveSite = defineQuery({
  name: 'ops.releases.active',
  access: access.everyone,
  request: z.strictObject({
    /** The revision that the gateway knows: then the reply has no more than that. */
    known: z.number().int().min(0).optional(),
    /** The site of the gateway's own pages. */
    bundle: sha256.optional(),
  }),
  reply: z.object({
    revision: z.number().int().min(0),
    /** Whether the assets of `bundle` are stored for other gateways. Absent from older services. */
    isPublished: z.boolean().optional(),
    /** Absent before the first deployment. */
    site: deployedSite
      .extend({
        releaseId: objectId,
        /** Whether the check of the domain has passed. */
        isVerified: z.boolean(),
      })
      .optional(),
    /** Stored assets, which open pages of other versions may still ask for. */
    earlier: z.array(
      z.object({
        id: objectId,
        hash: z.string(),
        files: z.array(
          /** The URL gives the file for some minutes, without further proof. */
          siteFile.extend({ sha256: z.string(), url: z.string() }),
        ),
      }),
    ),
  }),
});
