import { CareFooter } from '@/components/layout/care-footer';
import { HeaderFrame } from '@/components/layout/header-frame';
import { usePageTitle } from '@/lib/page-title';
import { Features } from '../components/features';
import { Hero } from '../components/hero';
import { Plans } from '../components/plans';
import { Testimonial } from '../components/testimonial';

export default function LandingPage() {
  usePageTitle();
  return (
    <>
      <HeaderFrame />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl flex-1 px-4 outline-none sm:px-6"
      >
        <Hero />
        <Features />
        <Plans />
        <Testimonial />
      </main>
      <CareFooter />
    </>
  );
}
