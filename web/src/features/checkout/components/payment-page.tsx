import { useState } from 'react';
import { MethodChoice } from './method-choice';
import { PlanPage } from './plan-page';
import { methods, type Method } from '../model/method';

export function PaymentPage() {
  const [method, setMethod] = useState<Method>(methods[0]);
  return (
    <PlanPage plan="professional" method={method}>
      <MethodChoice method={method} onChange={setMethod} />
    </PlanPage>
  );
}
