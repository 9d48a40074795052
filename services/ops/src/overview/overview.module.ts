import { Module } from '@nestjs/common';

/** How the installation is. */
@Module({})
export class OverviewModule {}
