import { Module } from '@nestjs/common';
import { ReleaseWatch } from './release-watch.js';
import { SiteFiles } from './site-files.js';

/** What is served besides the API. */
@Module({ providers: [SiteFiles, ReleaseWatch], exports: [SiteFiles, ReleaseWatch] })
export class SiteModule {}
