import { Module } from '@nestjs/common';
import { PictureMaker } from './picture-maker.js';
import { MemoryGate } from './memory-gate.js';

/** Makes pictures; one gate for all who do in this process. */
@Module({ providers: [PictureMaker, MemoryGate], exports: [PictureMaker] })
export class PicturesModule {}
