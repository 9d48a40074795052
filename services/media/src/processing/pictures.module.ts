import { Module } from '@nestjs/common';
import { PictureMaker } from './picture-maker.js';
import { PixelGate } from './pixel-gate.js';

/** Makes pictures; one gate for all who do in this process. */
@Module({ providers: [PictureMaker, PixelGate], exports: [PictureMaker] })
export class PicturesModule {}
