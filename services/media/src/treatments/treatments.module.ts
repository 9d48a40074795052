import { Module } from '@nestjs/common';
import { Treatments } from './treatments.js';

@Module({ providers: [Treatments], exports: [Treatments] })
export class TreatmentsModule {}
