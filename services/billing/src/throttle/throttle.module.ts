import { Module } from '@nestjs/common';
import { ThrottleRepository } from './throttle.repository.js';
import { ThrottleService } from './throttle.service.js';

@Module({ providers: [ThrottleRepository, ThrottleService], exports: [ThrottleService] })
export class ThrottleModule {}
