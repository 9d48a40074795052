import type { ReactNode } from 'react';

interface SectionProps {
  /** The id of the heading. */
  id: string;
  title: string;
  heading?: 'h2' | 'h3';
  headingClass?: string;
  className?: string;
  children: ReactNode;
}

/** A part of a page, named by the heading at its top. */
export function Section(props: SectionProps) {
  const { id, title, heading: Heading = 'h2', className, children } = props;
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id} className={props.headingClass ?? 'text-xl'}>
        {title}
      </Heading>
      {children}
    </section>
  );
}
